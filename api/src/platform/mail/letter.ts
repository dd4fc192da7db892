import { html, type Html } from './html.ts'
import { mark } from './mark.ts'
import { styled, styleSheet } from './style.ts'

/** The sender of mails, from the installation's settings. */
export interface MailSite {
  brandName: string
  /** The dashboard's origin. */
  publicUrl: string
  /** Where readers can ask questions; null when the operator has set no address. */
  contactEmail: string | null
}

/**
 * Which addresses a mail may go to. An unproven one may be a stranger's: it only gets the link that proves it, and what
 * its own sign-up, invitation or reset asked for. Mails about a user's account go to proven addresses.
 */
export type MailScope = 'any address' | 'proven address'

/** The content of a mail, for both of its parts. */
export interface Letter {
  goesTo: MailScope
  subject: string
  /** The text that lists of mails show after the subject. */
  preview: string
  heading: string
  blocks: readonly Block[]
  /** Completes the sentence "You received this email because …" */
  because: string
}

/** A part of a letter. A text is a paragraph. */
export type Block =
  | string
  | { kind: 'button'; label: string; url: string }
  | { kind: 'code'; text: string }
  | { kind: 'facts'; rows: readonly Fact[] }
  /** A bar; `percent` over 100 fills it. */
  | { kind: 'meter'; percent: number; text: string }

export interface Fact {
  label: string
  value: string
  /** Text to be copied: hostnames, records. */
  code?: boolean
}

/** A mail without its recipient. */
export interface MailContent {
  goesTo: MailScope
  senderName: string
  subject: string
  text: string
  html: string
}

/** Writes a letter as plain text and as HTML that needs no image and no other host. */
export function renderLetter(site: MailSite, letter: Letter): MailContent {
  return {
    goesTo: letter.goesTo,
    senderName: oneLine(site.brandName),
    subject: oneLine(letter.subject),
    text: renderText(site, letter),
    html: renderHtml(site, letter).markup,
  }
}

function renderText(site: MailSite, { heading, blocks, because }: Letter): string {
  const paragraphs = [
    heading,
    ...blocks.map(blockToText),
    `-- \n${[...footer(site, because), site.publicUrl].join('\n')}`,
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function blockToText(block: Block): string {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'meter':
      return block.text
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'code':
      return block.text.replaceAll(/^/gm, '    ')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    default:
      return block satisfies never
  }
}

function renderHtml(site: MailSite, { subject, preview, heading, blocks, because }: Letter): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>${subject}</title>
        <style>
          ${styleSheet}
        </style>
      </head>
      <body ${styled('page')}>
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${styled('page')}>
          <tr>
            <td align="center" style="padding:32px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:560px;text-align:left"
              >
                <tr>
                  <td style="padding:0 4px 20px">
                    <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                      <tr>
                        <td>${mark}</td>
                        <td ${styled('brand')}>${site.brandName}</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td ${styled('card')}>
                    <h1 ${styled('heading')}>${heading}</h1>
                    ${blocks.map(blockToHtml)}
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 0">
                    ${footer(site, because).map((line) => html`<p ${styled('small')}>${line}</p> `)}<a
                      href="${site.publicUrl}"
                      ${styled('link')}
                      >${site.publicUrl}</a
                    >
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
}

function blockToHtml(block: Block): Html {
  if (typeof block === 'string') return html`<p ${styled('paragraph')}>${block}</p> `
  switch (block.kind) {
    case 'button':
      return html`<p style="margin:24px 0 12px"><a href="${block.url}" ${styled('button')}>${block.label}</a></p>
        <p ${styled('address')}>Or open this address: <a href="${block.url}" ${styled('link')}>${block.url}</a></p> `
    case 'code':
      return html`<div ${styled('code')}>${block.text}</div> `
    case 'facts':
      return html`<table cellpadding="0" cellspacing="0" ${styled('facts')}>
        ${block.rows.map(factToHtml)}
      </table> `
    case 'meter':
      return meterToHtml(block)
    default:
      return block satisfies never
  }
}

function factToHtml({ label, value, code }: Fact): Html {
  const content = code ? html`<span ${styled('factCode')}>${value}</span>` : html`${value}`
  return html`<tr>
    <th scope="row" ${styled('factLabel')}>${label}</th>
    <td ${styled('factValue')}>${content}</td>
  </tr>`
}

function meterToHtml({ percent, text }: { percent: number; text: string }): Html {
  const filled = Math.min(100, Math.max(0, Math.round(percent)))
  const rest = filled === 100 ? html`` : html`<td width="${100 - filled}%" style="padding:0;font-size:0">&nbsp;</td>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" ${styled('meter')}>
      <tr>
        <td width="${filled}%" ${styled(filled === 100 ? 'meterFull' : 'meterPart')}>&nbsp;</td>
        ${rest}
      </tr>
    </table>
    <p ${styled('paragraph')}>${text}</p> `
}

function footer({ brandName, contactEmail }: MailSite, because: string): string[] {
  const questions = contactEmail === null ? [] : [`Questions? Write to ${contactEmail}.`]
  return [`You received this email from ${brandName} because ${because}.`, ...questions]
}

/** Texts come from users: a line break in a header would begin another header, and a bidi character reverses the text after it. */
function oneLine(value: string): string {
  return value
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}
