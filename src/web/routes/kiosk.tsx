import { createFileRoute } from '@tanstack/react-router'
import { KioskPage } from '#web/features/kiosk/kiosk-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/kiosk')({ validateSearch: onlyKnown(() => ({})), component: KioskPage })
