import { CopyTextButton } from '../ui/CopyTextButton.tsx'

/** Buttons that copy a request in several formats, each created on demand. */
export function CopyAs({ texts }: { texts: Record<string, () => string> }) {
  return Object.entries(texts).map(([name, make]) => <CopyTextButton key={name} what={`as ${name}`} make={make} />)
}
