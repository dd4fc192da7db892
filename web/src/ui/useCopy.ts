import { useEffect, useRef, useState } from 'react'

/** What became of a copy. */
export type CopyOutcome = 'copied' | 'refused'

/** How long an outcome is shown. A refusal takes longer to notice, and to read. */
const feedbackMs: Record<CopyOutcome, number> = { copied: 2_000, refused: 8_000 }

/** Says that a copy was refused, and what to do. */
export const refusedText = 'Not copied: the browser refused. Select the text and copy it yourself.'

/** Copies texts; `outcome` says for a moment what became of the last one. */
export function useCopy(): { outcome: CopyOutcome | undefined; copy: (text: string) => Promise<CopyOutcome> } {
  const [outcome, setOutcome] = useState<CopyOutcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async (text: string) => {
    const result = (await writeClipboard(text)) ? 'copied' : 'refused'
    setOutcome(result)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOutcome(undefined), feedbackMs[result])
    return result
  }
  return { outcome, copy }
}

/** Copies a text, and returns whether it worked. Browsers offer the clipboard on https and localhost only; elsewhere, and if it refuses, the old command may work. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    // The selection has taken the focus from the button.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
