import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { zoom as bounds, largestSentSide } from '#domain/photos.ts'
import { Slider } from '#web/ui/bars.tsx'
import { useTouchOnly } from '#web/ui/use-media.ts'
import classes from './photo-editor.module.css'

type CropAreaProps = { url: string; onPart: (part: CropPart) => void; disabled: boolean }

/** Round crop window over a photo, which is moved by finger, mouse or arrow keys and zoomed. */
export function CropArea({ url, onPart, disabled }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(bounds.least)
  const hintId = useId()
  const touches = useTouchOnly()
  return (
    <div className={classes.crop}>
      <div className={classes.stage} inert={disabled}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={bounds.least}
          maxZoom={bounds.most}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={10}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          // Not on the end of the drag: pressing Next during the drag saves what is visible.
          onCropAreaChange={(_, pixels) => onPart(pixels)}
          classes={{ cropAreaClassName: classes.window }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area', 'aria-describedby': hintId }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <p id={hintId} className={classes.hint}>
        {touches ? 'Drag to move, pinch to zoom.' : 'Drag to move, or use the arrow keys.'}
      </p>
      <Slider
        label="Zoom"
        min={bounds.least}
        max={bounds.most}
        step={bounds.step}
        // Pinching can stop at any value; the slider has steps.
        value={Math.round(zoom * 10) / 10}
        onChange={setZoom}
        format={(value) => `${value.toFixed(1)}×`}
        disabled={disabled}
      />
    </div>
  )
}

export type CropPart = { x: number; y: number; width: number; height: number }

const quality = 0.9

/** Whether the browser can decode this file as an image, whatever its name. */
export async function isShowable(file: File) {
  try {
    // Not with an <img>: its failure would be reported as a violation of the Content Security Policy.
    const bitmap = await createImageBitmap(file, { resizeWidth: 1, resizeHeight: 1 })
    bitmap.close()
    return true
  } catch {
    return false
  }
}

/** Crops a square as a JPEG: scaled down to the upload size, upright, and on white where transparent. */
export async function cropImage(url: string, part: CropPart): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const side = Math.max(1, Math.min(largestSentSide, Math.round(part.width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas to draw on')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('an empty canvas'))), 'image/jpeg', quality)
  })
}
