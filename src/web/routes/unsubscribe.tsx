import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribePage } from '#web/auth/unsubscribe-page.tsx'

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribePage })
