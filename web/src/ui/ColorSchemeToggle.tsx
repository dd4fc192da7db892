import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { IconMoon, IconSun } from './icons.ts'

/** Switches between light and dark. Returning to the system's scheme follows the system again. */
export function ColorSchemeToggle() {
  const system = useColorScheme()
  const shown = useComputedColorScheme()
  const { setColorScheme } = useMantineColorScheme()
  const other = shown === 'dark' ? 'light' : 'dark'
  const label = `Use the ${other} theme`
  const SchemeIcon = shown === 'dark' ? IconSun : IconMoon
  return (
    <ActionIcon
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other === system ? 'auto' : other)}
    >
      <SchemeIcon size={18} stroke={1.7} aria-hidden data-by-scheme />
    </ActionIcon>
  )
}
