import { IconDeviceMobile, IconMoon, IconSun, IconSunglasses } from '@tabler/icons-react'
import { Segmented } from '#web/ui/segmented.tsx'
import { chooseTheme, useThemeChoice } from './color-scheme.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The colors on this device. */
export function ThemeChoice() {
  const theme = useThemeChoice()
  return (
    <Segmented
      legend="Theme"
      value={theme}
      onChange={chooseTheme}
      options={[
        { value: 'auto', label: 'System', icon: <IconDeviceMobile {...icon} /> },
        { value: 'light', label: 'Light', icon: <IconSun {...icon} /> },
        { value: 'dark', label: 'Dark', icon: <IconMoon {...icon} /> },
        { value: 'outdoor', label: 'Outdoor', icon: <IconSunglasses {...icon} /> },
      ]}
    />
  )
}
