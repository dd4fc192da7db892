import { useParameter } from './useParameter.ts'

/** A boolean in the address, such as whether a form is open. */
export function useFlag(name: string): [on: boolean, set: (on: boolean) => void] {
  const [value, setValue] = useParameter(name)
  return [value !== undefined, (on) => setValue(on ? 'true' : undefined, { replace: true })]
}
