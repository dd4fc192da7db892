import { formatCount } from '@culvert/schema/units'
import { html, Html } from './html.ts'
import { mark } from './mark.ts'
import { styled, styleSheet } from './style.ts'
import type { MailTable } from './table.ts'

/** One page of the list. */
export interface MailList {
  mails: readonly Pick<MailTable, 'id' | 'recipient' | 'subject' | 'createdAt'>[]
  /** On all pages. */
  total: number
  /** This page's number, from 1. */
  number: number
  pageCount: number
}

/** Makes the list of mails, newest first. It reloads every five seconds. */
export function renderList({ mails, total, number, pageCount }: MailList): string {
  const count = formatCount(total, 'mail')
  return frame(
    'Outbox',
    html`<meta http-equiv="refresh" content="5" />`,
    mails.length === 0
      ? html`<div class="empty">
          <h1>No mails yet</h1>
          <p>Mails that the API sends appear here, because SMTP_URL is not set.</p>
        </div>`
      : html`<h1>${count}</h1>
          <p class="soft">Newest first. Nothing left this machine, because SMTP_URL is not set.</p>
          <ul>
            ${mails.map(renderRow)}
          </ul>
          ${renderPager(number, pageCount)}`,
  )
}

/** Makes the page of one mail with its two parts. */
export function renderMail({ id, senderName, recipient, subject, text, createdAt }: MailTable): string {
  return frame(
    subject,
    html``,
    html`<p><a href="/">All mails</a></p>
      <h1>${subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${senderName}</dd>
        <dt>To</dt>
        <dd>${recipient}</dd>
        <dt>Written</dt>
        <dd>${renderTime(createdAt)}</dd>
      </dl>
      <h2>HTML</h2>
      <iframe title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${id}/html"></iframe>
      <h2>Text</h2>
      <pre>${text}</pre>`,
  )
}

/** Makes a page with a single message. */
export function renderNotice(message: string): string {
  return frame(
    'Outbox',
    html``,
    html`<p>${message}</p>
      <p><a href="/">All mails</a></p>`,
  )
}

function renderRow({ id, recipient, subject, createdAt }: MailList['mails'][number]): Html {
  return html`<li>
    <a href="/mails/${id}"
      ><span class="subject">${subject}</span><span class="soft">${recipient}</span
      ><span class="soft time">${renderTime(createdAt)}</span></a
    >
  </li>`
}

function renderPager(number: number, pageCount: number): Html {
  if (pageCount === 1) return html``
  const newer = number > 1 ? html`<a href="/?page=${number - 1}">Newer</a>` : html``
  const older = number < pageCount ? html`<a href="/?page=${number + 1}">Older</a>` : html``
  return html`<p class="pager">${newer}<span class="soft">Page ${number} of ${pageCount}</span>${older}</p>`
}

function renderTime(instant: Date): Html {
  const iso = instant.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

function frame(title: string, head: Html, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <title>${title}</title>
        <style>
          ${styleSheet}
          ${pageStyle}
        </style>
      </head>
      <body ${styled('page')}>
        <header>
          <table role="presentation" cellpadding="0" cellspacing="0">
            <tr>
              <td>${mark}</td>
              <td ${styled('brand')}>Outbox</td>
            </tr>
          </table>
        </header>
        <main>${content}</main>
      </body>
    </html> `.markup
}

const pageStyle = new Html(`
:root{--line:#e1e8e9;--surface:#ffffff;--soft:#576971;--accent:#0c6464}
@media (prefers-color-scheme:dark){:root{--line:#223036;--surface:#121c20;--soft:#96a8ae;--accent:#6cc7bf}}
header,main{max-width:860px;margin:0 auto;padding:0 20px}
header{padding-top:24px;padding-bottom:20px}
main{padding-bottom:48px}
h1{font-size:22px;line-height:1.3;margin:0 0 8px;font-weight:600;letter-spacing:-0.011em;overflow-wrap:anywhere}
h2{font-size:14px;margin:24px 0 8px;font-weight:600}
p{margin:0 0 16px}
a{color:var(--accent)}
.soft{color:var(--soft);font-size:14px}
.empty{padding:64px 0;text-align:center}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr) auto;gap:4px 20px;align-items:baseline;padding:12px 16px;color:inherit;text-decoration:none}
li a:hover .subject,li a:focus-visible .subject{color:var(--accent);text-decoration:underline}
li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.time{font-variant-numeric:tabular-nums}
.pager{display:flex;gap:20px;align-items:baseline;margin-top:16px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0;font-size:14px}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
pre,iframe{box-sizing:border-box;width:100%;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
pre{margin:0;padding:20px;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap;overflow-wrap:anywhere}
iframe{display:block;height:660px;resize:vertical}
@media (max-width:600px){li a{grid-template-columns:minmax(0,1fr) auto}.subject{grid-column:1/-1}}
`)
