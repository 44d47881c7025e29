import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraProblem = 'insecure' | 'refused' | 'missing' | 'in-use' | 'failed'
export type CameraState = 'starting' | 'on' | CameraProblem

type Torch = { isOn: boolean; toggle: () => void }

/** Browsers support the light of a phone, but the types don't know it yet. */
type WithTorch = { torch?: boolean }

const problems: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
}

/** Shows the camera in a video element, again after the device has slept. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, facing: 'environment' | 'user') {
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  const [torch, setTorch] = useState<boolean | null>(null)
  const track = useRef<MediaStreamTrack | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to run again
  useEffect(() => {
    let left = false
    const restart = () => !left && setAttempt((before) => before + 1)
    function wake() {
      if (document.visibilityState === 'visible' && track.current?.readyState === 'ended') restart()
    }
    async function start() {
      setState('starting')
      const opened = isOfAnotherPage() ? reload() : await openCamera(facing)
      if (typeof opened === 'string') return left ? undefined : setState(opened)
      if (left || video.current === null) return stop(opened)
      video.current.srcObject = opened
      track.current = opened.getVideoTracks()[0] ?? null
      // Some phones end the camera while another app uses it, or the screen sleeps.
      track.current?.addEventListener('ended', () => document.visibilityState === 'visible' && restart())
      const able = (track.current?.getCapabilities?.() ?? {}) as WithTorch
      setTorch(able.torch === true ? false : null)
      await video.current.play().catch(() => {})
      if (!left) setState('on')
    }
    void start()
    document.addEventListener('visibilitychange', wake)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', wake)
      if (video.current?.srcObject) stop(video.current.srcObject as MediaStream)
    }
  }, [attempt, video, facing])

  const light: Torch | null = torch === null ? null : { isOn: torch, toggle: () => void switchTorch(!torch) }
  async function switchTorch(on: boolean) {
    const done = track.current?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
    await done?.then(() => setTorch(on)).catch(() => setTorch(null))
  }
  return { state, torch: light, restart: () => setAttempt((before) => before + 1) }
}

/**
 * Chromium decides by the document's address whether a page may use the camera. Someone who has come here within the app has the document
 * of another page.
 */
function isOfAnotherPage() {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } }
  const [opened] = performance.getEntriesByType('navigation')
  const isOwn = opened !== undefined && new URL(opened.name).pathname === location.pathname
  return !isOwn && featurePolicy?.allowsFeature('camera') === false
}

function reload(): CameraProblem {
  location.reload()
  return 'failed'
}

async function openCamera(facing: 'environment' | 'user'): Promise<MediaStream | CameraProblem> {
  if (!window.isSecureContext || !navigator.mediaDevices) return 'insecure'
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: facing, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    return problems[error instanceof DOMException ? error.name : ''] ?? 'failed'
  }
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}
