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

/** Browsers offer the clipboard on https and localhost only; elsewhere the old command still works. */
async function writeClipboard(text: string): Promise<boolean> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text).then(succeeded, failed)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  return worked
}

const succeeded = () => true
const failed = () => false
