import { IconCameraOff } from '@tabler/icons-react'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import classes from './camera-view.module.css'
import type { CameraProblem } from './use-camera.ts'

/** Why an officer can't scan, and what to do. */
export function NoCamera({ problem, onRetry }: { problem: CameraProblem; onRetry: () => void }) {
  return (
    <Card className={classes.none}>
      <IconCameraOff size={32} stroke={1.5} aria-hidden />
      <p role="status">{text.camera[problem]}</p>
      {problem !== 'insecure' && <ActionButton onClick={onRetry}>Try Again</ActionButton>}
    </Card>
  )
}
