import { createFileRoute } from '@tanstack/react-router'
import { VerifyPage } from '#web/auth/verify-page.tsx'

export const Route = createFileRoute('/verify')({ component: VerifyPage })
