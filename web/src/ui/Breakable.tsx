import { Fragment } from 'react'

/** An address that, where it has no room on one line, goes on after a dot, an at sign, an equals sign or the slash of a path. */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=[^/]\/|\D\.|[@=])(?=[a-z])/i)
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
