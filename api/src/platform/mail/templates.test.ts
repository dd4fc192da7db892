import { describe, expect, it } from 'vitest'
import { renderFactorsChanged } from './factors.ts'
import type { MailContent, MailSite } from './letter.ts'
import {
  renderAddressChanged,
  renderDomainFailing,
  renderDomainRecordChanges,
  renderLimitNotice,
  renderNotice,
} from './notices.ts'
import {
  renderContactRequest,
  renderInvitation,
  renderPasswordReset,
  renderVerification,
  renderWelcome,
} from './templates.ts'

const site: MailSite = {
  brandName: 'Culvert',
  publicUrl: 'https://culvert.example.com',
  contactEmail: 'help@culvert.example.com',
}
const gib = 1024 ** 3
const soon = new Date('2026-03-01T14:05:00.000Z')

/** Every mail, with the given text wherever a person or a name server can insert text. */
function renderAll(words: string, from = site): MailContent[] {
  const url = 'https://culvert.example.com/x?token=1&more=2'
  const transfer = { accountName: words, limitGb: 5, resetsAt: new Date('2026-04-01T00:00:00.000Z') }
  const invitation = { inviterName: words, accountName: words, namespace: words, url, expiresAt: soon }
  const welcome = { firstName: words, email: words, accountName: words, namespace: words }
  const record = { type: 'TXT', name: words, value: words } as const
  return [
    renderNotice(from, { title: words, text: words, path: '/admin', accountName: words }),
    renderWelcome(from, { ...welcome, verification: undefined }),
    renderWelcome(from, { ...welcome, verification: { url, expiresAt: soon } }),
    renderVerification(from, { email: words, url, expiresAt: soon }),
    renderPasswordReset(from, { email: words, url, expiresAt: soon, isProven: true }),
    renderPasswordReset(from, { email: words, url, expiresAt: soon, isProven: false }),
    renderAddressChanged(from, { oldEmail: words, newEmail: words }),
    renderFactorsChanged(from, words),
    renderInvitation(from, { ...invitation, role: 'viewer' }),
    renderInvitation(from, { ...invitation, role: 'admin' }),
    renderLimitNotice(from, { ...transfer, threshold: 80, usedBytes: 4.2 * gib }),
    renderLimitNotice(from, { ...transfer, threshold: 100, usedBytes: 6 * gib }),
    renderContactRequest(from, {
      id: words,
      type: 'issue',
      title: words,
      formData: { email: words, description: words },
    }),
    renderDomainRecordChanges(from, { domain: words, accountName: words, record, until: transfer.resetsAt }),
    renderDomainFailing(from, { domain: words, accountName: words, found: words, record, checksLeft: 2 }),
  ]
}

describe('the text', () => {
  it('of the welcome mail', () => {
    const { subject, text } = renderWelcome(site, {
      firstName: 'Ada',
      email: 'ada@example.com',
      accountName: "Ada's account",
      namespace: 'ada',
      verification: { url: 'https://culvert.example.com/verify-email?token=t', expiresAt: soon },
    })
    expect(subject).toBe('Welcome to Culvert')
    expect(text).toBe(`Welcome, Ada

Your account “Ada's account” is ready. Its hostnames end in -ada.

Verify that ada@example.com is yours, to see the invitations that teams send you:

Verify your email:
https://culvert.example.com/verify-email?token=t

Open it where you are signed in. It works until 14:05 UTC on 1 March 2026.

Three steps give your local app a public URL: install the agent, sign your machine in, and start a tunnel.

    culvert login --server https://culvert.example.com

    culvert http 3000

Start with step one:
https://culvert.example.com/admin/getting-started

-- 
You received this email from Culvert because someone signed up with this address.
Questions? Write to help@culvert.example.com.
https://culvert.example.com
`)
  })

  it('of the password reset', () => {
    const url = 'https://culvert.example.com/reset-password?access_token=a&refresh_token=b'
    const { subject, text } = renderPasswordReset(site, {
      email: 'ada@example.com',
      url,
      expiresAt: soon,
      isProven: true,
    })
    expect(subject).toBe('Reset your Culvert password')
    expect(text).toBe(`Choose a new password

You asked to reset the password for ada@example.com.

Choose a new password:
https://culvert.example.com/reset-password?access_token=a&refresh_token=b

The link works once, until 14:05 UTC on 1 March 2026. A new password ends all other sessions.

If you did not ask for this, delete this email. Your password stays as it is.

-- 
You received this email from Culvert because someone asked to reset the password of this address.
Questions? Write to help@culvert.example.com.
https://culvert.example.com
`)
  })

  it('of the invitation', () => {
    const { subject, text } = renderInvitation(site, {
      inviterName: 'Ada Lovelace',
      accountName: 'Engines',
      namespace: 'engines',
      role: 'admin',
      url: 'https://culvert.example.com/signup?invite_token=abc',
      expiresAt: soon,
    })
    expect(subject).toBe('Ada Lovelace invited you to Engines on Culvert')
    expect(text).toBe(`Join Engines

Ada Lovelace invited you to the team of Engines on Culvert.

Account: Engines (@engines)
Your role: Admin: you manage gateways, domains and members, and start tunnels
Open until: 14:05 UTC on 1 March 2026

See the invitation:
https://culvert.example.com/signup?invite_token=abc

You can accept or decline there. If you do not know the sender, delete this email.

-- 
You received this email from Culvert because Ada Lovelace invited this address.
Questions? Write to help@culvert.example.com.
https://culvert.example.com
`)
  })

  it.each([
    {
      threshold: 80,
      usedBytes: 4.12 * gib,
      expected: `80 % of this month’s data transfer is used

The tunnels of Engines have sent more than 80 % of what its plan includes.

4.12 GB of 5 GB (82 %)

Nothing is cut off when the limit is reached: your tunnels keep working. We will write again at 100 %.`,
    },
    {
      threshold: 100,
      usedBytes: 5.31 * gib,
      expected: `This month’s data transfer is used up

The tunnels of Engines have sent more than 100 % of what its plan includes.

5.31 GB of 5 GB (106 %)

Nothing is cut off: your tunnels keep working. If you need more each month, a larger plan has it.`,
    },
  ] as const)('of the limit notice at $threshold %', ({ threshold, usedBytes, expected }) => {
    const resetsAt = new Date('2026-04-01T00:00:00.000Z')
    const facts = { accountName: 'Engines', threshold, usedBytes, limitGb: 5, resetsAt }
    const { subject, text } = renderLimitNotice({ ...site, contactEmail: null }, facts)
    expect(subject).toBe(`Engines has used ${threshold} % of its data transfer`)
    expect(text).toBe(`${expected}

The count starts again on 1 April 2026.

See transfer by gateway:
https://culvert.example.com/admin/network-transfer

-- 
You received this email from Culvert because you own Engines.
https://culvert.example.com
`)
  })

  it.each([
    [1, 'If tomorrow’s check fails too'],
    [2, 'If the next 2 daily checks fail too'],
  ])('of the failing domain with %i checks left', (checksLeft, condition) => {
    const { subject, text } = renderDomainFailing(site, {
      domain: 'tunnel.example.org',
      accountName: 'Engines',
      found: 'There is no record.',
      record: { type: 'CNAME', name: 'tunnel.example.org', value: 'edge.example.com' },
      checksLeft,
    })
    expect(subject).toBe('tunnel.example.org: the DNS record is gone')
    expect(text).toBe(`We no longer find the DNS record of tunnel.example.org

The daily check could not confirm that tunnel.example.org belongs to Engines.

There is no record.

This record must be there:

Type: CNAME
Name: tunnel.example.org
Value: edge.example.com

${condition}, the domain counts as failed and must be verified again.

Check the domain:
https://culvert.example.com/admin/domains

-- 
You received this email from Culvert because you manage the domains of Engines.
Questions? Write to help@culvert.example.com.
https://culvert.example.com
`)
  })
})

it('a contact request reaches the operator with everything that was written', () => {
  const formData = {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'Hello',
    category: 'general',
    message: 'First line\n\nSecond line',
    timestamp: '2026-03-01T12:00:00.000Z',
  }
  const { subject, text } = renderContactRequest(site, { id: '42', type: 'contact', title: 'Hello', formData })
  expect(subject).toBe('Contact: Hello')
  expect(text).toBe(`Hello

Name: Ada
E-mail: ada@example.com
Category: general
Sent: 2026-03-01T12:00:00.000Z
Request: 42

Message:

    First line
    
    Second line

A reply to this email goes to the address in the form. Nobody has checked that it is the sender’s.

-- 
You received this email from Culvert because messages to the operator come to this address.
Questions? Write to help@culvert.example.com.
https://culvert.example.com
`)
})

describe('every mail', () => {
  it('shows what people typed literally, never as markup', () => {
    const hostile = `<img src=x onerror=alert(1)>"'&amp;\${1}`
    for (const { html } of renderAll(hostile, { ...site, brandName: hostile })) {
      expect(html).not.toContain('<img')
      expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;amp;${1}')
    }
  })

  it('keeps its subject and its sender on one line', () => {
    for (const { subject, senderName } of renderAll('a\r\nBcc: b\u2028c\u0000', {
      ...site,
      brandName: 'C\r\nBcc: d',
    })) {
      expect(`${subject}${senderName}`).not.toMatch(/[\p{Cc}\u2028]/u)
    }
  })

  it('loads no resources and runs no scripts', () => {
    for (const { html } of renderAll('Ada')) {
      expect(html).not.toMatch(/<(img|script|link|object|iframe|form)\b|url\(|@import|@font-face/i)
    }
  })

  it('has the same links in both parts, and no placeholders', () => {
    for (const { html, text } of renderAll('Ada')) {
      const linked = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url?.replaceAll('&#38;', '&') ?? '')
      expect(new Set(linked)).toEqual(new Set(text.match(/https:\S+/g)))
      expect(text + html).not.toMatch(/undefined|null|NaN|\[object/)
    }
  })

  it('stays below 30 kB, far from the 102 kB at which mail clients clip', () => {
    for (const { html } of renderAll('A'.repeat(200))) expect(Buffer.byteLength(html)).toBeLessThan(30_000)
  })
})
