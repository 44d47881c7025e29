import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#web/auth/code-page.tsx'
import { readCodeSearch } from '#web/auth/sign-in-address.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/code')({ validateSearch: onlyKnown(readCodeSearch), component: CodePage })
