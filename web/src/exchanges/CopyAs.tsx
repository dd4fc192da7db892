import { Button } from '@mantine/core'
import { useState } from 'react'
import { writeClipboard } from '../ui/useCopy.ts'

/** Buttons that copy a request in several formats, each created on demand. */
export function CopyAs({ texts }: { texts: Record<string, () => string> }) {
  const [copied, setCopied] = useState<string>()
  async function copy(name: string, make: () => string): Promise<void> {
    if (await writeClipboard(make())) setCopied(name)
  }
  return Object.entries(texts).map(([name, make]) => (
    <Button key={name} size="xs" variant="default" onClick={() => void copy(name, make)}>
      {copied === name ? `Copied as ${name}` : `Copy as ${name}`}
    </Button>
  ))
}
