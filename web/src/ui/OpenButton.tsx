import { Button, type ButtonProps } from '@mantine/core'
import { IconExternal } from './icons.ts'

interface OpenButtonProps {
  href: string
  /** What it opens; the address if omitted. */
  name?: string
  variant?: ButtonProps['variant']
}

/** Opens an address in a new tab. */
export function OpenButton({ href, name = href, variant }: OpenButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${name}`}
      variant={variant}
      size="xs"
      rightSection={<IconExternal size={15} aria-hidden />}
    >
      Open
    </Button>
  )
}
