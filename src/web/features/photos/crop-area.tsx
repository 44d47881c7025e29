import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { zoom as bounds, largestSentSide } from '#domain/photos.ts'
import { Slider } from '#web/ui/bars.tsx'
import classes from './photo-editor.module.css'

type CropAreaProps = { url: string; onPart: (part: CropPart) => void; disabled: boolean }

/** A round window over a photo, which is moved by finger, mouse or arrow keys and enlarged under it. */
export function CropArea({ url, onPart, disabled }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(bounds.least)
  const hintId = useId()
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
          // Not when the moving ends: whoever presses Next meanwhile means what they see.
          onCropAreaChange={(_, pixels) => onPart(pixels)}
          classes={{ cropAreaClassName: classes.window }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area', 'aria-describedby': hintId }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <p id={hintId} className={classes.hint}>
        Drag the photo, or move it with the arrow keys.
      </p>
      <Slider
        label="Zoom"
        min={bounds.least}
        max={bounds.most}
        step={bounds.step}
        // Pinching stops anywhere; the slider has its steps.
        value={Math.round(zoom * 10) / 10}
        onChange={setZoom}
        format={(value) => `${value.toFixed(1)}x`}
        disabled={disabled}
      />
    </div>
  )
}

export type CropPart = { x: number; y: number; width: number; height: number }

const quality = 0.9

/** Whether the browser can show this file as a picture, whatever it is called. */
export async function isShowable(file: File) {
  try {
    // Found out without an <img>, whose failure the browser would report as a breach of the policy.
    const bitmap = await createImageBitmap(file, { resizeWidth: 1, resizeHeight: 1 })
    bitmap.close()
    return true
  } catch {
    return false
  }
}

/** The square part of a picture as a JPEG, scaled down to what is sent at most, upright, and on white where it is clear. */
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
