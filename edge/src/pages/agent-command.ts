import { escapeHtml } from './layout.ts'

/** The command that opens a tunnel on this installation, as HTML; the reader puts their own AuthID in. */
export function agentCommandHtml(serverUrl: string): string {
  return `<code>culvert http 3000 --authtoken YOUR_AUTHID --server ${escapeHtml(serverUrl)}</code>`
}
