import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { zoom as bounds } from '#domain/photos.ts'
import { Slider } from '#web/ui/slider.tsx'
import type { Part } from './crop-image.ts'
import classes from './photo-editor.module.css'

type CropAreaProps = { url: string; onPart: (part: Part) => void; disabled: boolean }

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
