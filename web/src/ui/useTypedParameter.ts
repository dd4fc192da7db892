import { useEffect, useRef, useState } from 'react'
import { type SetOptions, useParameter } from './useParameter.ts'

/**
 * Returns a parameter of the address that is typed into a field; empty if it is missing. The field shows at once what is typed, and the address
 * follows: a new address is drawn when there is time, and a field that waited for it would lose letters.
 */
export function useTypedParameter(
  name: string,
): [text: string, set: (text: string, options?: Pick<SetOptions, 'without'>) => void] {
  const [value = '', setValue] = useParameter(name)
  const [text, setText] = useState(value)
  const seen = useRef(value)
  /** The texts that were sent to the address and have not been seen there, oldest first. */
  const sent = useRef<string[]>([])
  // Not while it renders: React may begin to draw an address, and drop that for a key that was pressed meanwhile.
  useEffect(() => {
    if (seen.current === value) return
    seen.current = value
    const at = sent.current.at(-1) === value ? sent.current.length - 1 : sent.current.indexOf(value)
    // A link, a button or the browser's history has set another text.
    if (at === -1) setText(value)
    sent.current = at === -1 ? [] : sent.current.slice(at + 1)
  }, [value])
  const set = (typed: string, options?: Pick<SetOptions, 'without'>) => {
    setText(typed)
    sent.current.push(typed)
    setValue(typed, { ...options, replace: true })
  }
  return [text, set]
}
