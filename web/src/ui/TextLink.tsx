import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, type LinkProps } from 'react-router-dom'

/** A link to another screen, in or beside a text. */
export function TextLink(props: AnchorProps & Omit<LinkProps, keyof AnchorProps>) {
  return <Anchor component={Link} {...props} />
}
