import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'

type DisclosureProps<Module> = {
  label: string
  /** Loads the code of the content on first use. */
  load: () => Promise<Module>
  children: (module: Module) => ReactNode
}

/** A button that shows or hides more content below it. */
export function Disclosure<Module>({ label, load, children }: DisclosureProps<Module>) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<{ module: Module } | null>(null)
  const [failed, setFailed] = useState(false)
  const Chevron = open ? IconChevronUp : IconChevronDown

  async function bring() {
    setFailed(false)
    try {
      setLoaded({ module: await load() })
    } catch {
      setFailed(true)
    }
  }

  return (
    <>
      <ActionButton
        fullWidth
        icon={<Chevron size={20} stroke={1.75} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open)
          if (!open && loaded === null) void bring()
        }}
      >
        {label}
      </ActionButton>
      <div id={id} hidden={!open}>
        {open &&
          (loaded ? (
            children(loaded.module)
          ) : failed ? (
            <ErrorNote error={{ message: 'This needs a connection the first time.' }} onRetry={bring} />
          ) : (
            <SkeletonCard height={16} />
          ))}
      </div>
    </>
  )
}
