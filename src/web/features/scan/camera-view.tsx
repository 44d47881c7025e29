import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import classes from './camera-view.module.css'
import { createDecoder } from './decoder.ts'
import { type CameraProblem, useCamera } from './use-camera.ts'

type CameraViewProps = {
  /** Called for each picture in which a code is read, also when it is the same one. */
  onText: (text: string) => void
  /** On the back of a phone, or on the side that people look at. */
  facing: 'environment' | 'user'
  /** Below the picture. */
  hint?: string
  /** What is shown where there is no camera. */
  off: (problem: CameraProblem, retry: () => void) => ReactNode
}

/** What the camera sees. */
export function CameraView({ onText, facing, hint, off }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, torch, restart } = useCamera(video, facing)
  useReading(video, state === 'on', onText)
  const isOff = state !== 'on' && state !== 'starting'
  return (
    <>
      <div className={classes.view} hidden={isOff}>
        <video
          ref={video}
          className={classes.video}
          data-mirrored={facing === 'user' || undefined}
          playsInline
          muted
          aria-hidden
        />
        {state === 'on' && <div className={classes.frame} aria-hidden />}
        {state === 'starting' && <p className={classes.starting}>{text.starting}</p>}
        {state === 'on' && torch && (
          <IconButton
            className={classes.torch}
            label={torch.isOn ? text.torchOff : text.torchOn}
            aria-pressed={torch.isOn}
            onClick={torch.toggle}
          >
            {torch.isOn ? (
              <IconBulb size={24} stroke={1.75} aria-hidden />
            ) : (
              <IconBulbOff size={24} stroke={1.75} aria-hidden />
            )}
          </IconButton>
        )}
      </div>
      {state === 'on' && hint !== undefined && <p>{hint}</p>}
      {isOff && off(state, restart)}
    </>
  )
}

/** Enough for a code that takes a fifth of the picture's width. */
const longestSide = 800

/** Reads one picture after another, as fast as they are decoded. */
function useReading(video: RefObject<HTMLVideoElement | null>, isOn: boolean, onText: (text: string) => void) {
  const tell = useEffectEvent(onText)
  useEffect(() => {
    const source = video.current
    if (!isOn || source === null) return
    const decoder = createDecoder()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    async function look() {
      const picture = source && context && takePicture(source, canvas, context)
      const read = picture ? await decoder.read(picture) : null
      if (left) return
      if (read !== null) tell(read)
      timer = setTimeout(() => void look(), read === null ? 40 : 120)
    }
    void look()
    return () => {
      left = true
      clearTimeout(timer)
      decoder.close()
    }
  }, [isOn, video])
}

function takePicture(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || document.visibilityState === 'hidden') return null
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
