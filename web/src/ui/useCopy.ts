import { useEffect, useRef, useState } from 'react'

const feedbackMs = 2000

/** Copies a text; `copied` is true for 2 seconds after it worked. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await writeClipboard(text))) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), feedbackMs)
  }
  return { copied, copy: () => void copy() }
}

/** Copies a text, and returns whether it worked. Browsers offer the clipboard on https and localhost only; elsewhere, and if it refuses, the old command may work. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  return worked
}
