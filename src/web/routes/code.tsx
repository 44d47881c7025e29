import { createFileRoute } from '@tanstack/react-router'
import { CodePage } from '#web/login/code-page.tsx'
import { readCodeSearch } from '#web/login/code-search.ts'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/code')({ validateSearch: onlyKnown(readCodeSearch), component: CodePage })
