import { Fragment } from 'react'

/**
 * An address that may break after a dot, an at sign, an equals sign or a slash of its path if it does not fit on one
 * line.
 */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=[^/]\/|\D\.|[@=])(?=[a-z])/i)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
