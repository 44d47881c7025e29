import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#web/auth/reset-page.tsx'

export const Route = createFileRoute('/reset')({ component: ResetPage })
