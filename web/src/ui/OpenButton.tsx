import { Button, type ButtonProps } from '@mantine/core'
import { IconExternal } from './icons.ts'

interface OpenButtonProps {
  href: string
  variant?: ButtonProps['variant']
}

/** Opens an address in a new tab. */
export function OpenButton({ href, variant }: OpenButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant={variant}
      size="xs"
      rightSection={<IconExternal size={15} aria-hidden />}
    >
      Open
    </Button>
  )
}
