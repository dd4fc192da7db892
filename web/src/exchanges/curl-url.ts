import { quoteForShell } from '../ui/quote-for-shell.ts'

/**
 * Returns the arguments by which curl requests exactly this URL: curl would expand brackets and braces to several URLs, or refuse them, and
 * remove dot segments.
 */
export function toCurlUrl(url: string): string {
  const options = [/[[\]{}]/.test(url) && '--globoff', /\/\.{1,2}(?:[/?]|$)/.test(url) && '--path-as-is']
  return [...options, quoteForShell(url)].filter(Boolean).join(' ')
}
