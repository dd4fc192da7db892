import { describe, expect, it } from 'vitest'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderAdminScreen } from '../../testing/render.tsx'
import { aDomain, refuse, TestApi } from '../../testing/test-api.ts'
import type { Certificate, Finding } from './domain.ts'
import { DomainsPage } from './DomainsPage.tsx'

const fine: Finding = { aspect: 'TXT', outcome: 'OK', expected: null, found: 'the token', advice: null }
const stray: Finding = {
  aspect: 'ADDRESSES',
  outcome: 'PROBLEM',
  expected: '192.0.2.1',
  found: '192.0.2.1 and 2001:db8::bad',
  advice: 'Remove the AAAA record 2001:db8::bad.',
}
const proxied: Finding = {
  aspect: 'PROXY',
  outcome: 'WARNING',
  expected: 'nothing between',
  found: 'an address of Cloudflare',
  advice: 'Switch it to “DNS only”.',
}
const silent: Finding = { aspect: 'CAA', outcome: 'UNKNOWN', expected: null, found: 'no answer', advice: null }

const ready: Certificate = {
  stage: 'READY',
  authority: 'Let’s Encrypt',
  issuedAt: '2026-11-01T12:00:00.000Z',
  expiresAt: '2027-01-30T12:00:00.000Z',
  renewsAt: '2026-12-31T12:00:00.000Z',
  nextAttemptAt: null,
  lastError: null,
  advice: null,
}

const open = (api: TestApi, canManage = true) => {
  api.account['plan'] = { id: 'plan', name: 'Pro', maxDomains: 10 }
  api.account['viewerCanManageDomains'] = canManage
  renderAdminScreen(<DomainsPage />, api)
}

/** The buttons of a name that nothing closed holds. */
const listShown = (name: string) =>
  screen.getAllByRole('button', { name }).filter((button) => button.closest('details:not([open])') === null)

const readFacts = (element: HTMLElement) =>
  within(element)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the domains screen', () => {
  it('shows what was expected and found side by side, with a mark and the fix, what is fine behind a title', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.account['domains'] = [aDomain({ status: 'verified', findings: [fine, stray, proxied, silent] })]
    open(api)
    const list = await screen.findByRole('list', { name: 'What needs a look at dev.example.com' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'AddressesProblemExpected192.0.2.1Found192.0.2.1 and 2001:db8::badRemove the AAAA record 2001:db8::bad. ',
      'Proxy in frontWarningExpectednothing betweenFoundan address of CloudflareSwitch it to “DNS only”. ',
      'CAA recordsUnknownFoundno answer',
    ])
    await user.click(within(list).getByRole('button', { name: 'Copy what to do about: Addresses' }))
    expect(await navigator.clipboard.readText()).toBe('Remove the AAAA record 2001:db8::bad.')

    const others = screen.getByText('1 check found everything fine')
    expect(screen.getByText('TXT record', { selector: 'strong' })).not.toBeVisible()
    await user.click(others)
    expect(screen.getByText('TXT record', { selector: 'strong' })).toBeVisible()
  })

  it('shows the records to set, with copy buttons, until the domain is verified, and behind a title when one is missing then', async () => {
    const api = new TestApi()
    api.account['domains'] = [
      aDomain({ domain: 'pending.example.com' }),
      aDomain({ domain: 'fine.example.com', status: 'verified', findings: [fine, proxied] }),
      aDomain({ domain: 'stray.example.com', status: 'verified', findings: [fine, stray] }),
    ]
    open(api)
    await screen.findByText('pending.example.com', { selector: 'h3' })
    const withRecords = within(screen.getByRole('list', { name: 'Your domains' }))
      .getAllByText('_culvert-challenge.', { exact: false, selector: 'span' })
      .map(({ textContent }) => textContent?.replaceAll('\u200b', ''))
    expect(new Set(withRecords)).toEqual(
      new Set(['_culvert-challenge.pending.example.com', '_culvert-challenge.stray.example.com']),
    )
    expect(listShown('Copy CNAME value')).toHaveLength(1)
    await userEvent.click(screen.getByText('The DNS records of this domain'))
    expect(listShown('Copy CNAME value')).toHaveLength(2)
  })

  it('leads a registered name here by records that it can have', async () => {
    const api = new TestApi()
    const domain = aDomain({ domain: 'example.com' })
    api.account['domains'] = [{ ...domain, dnsRecords: domain.dnsRecords.toReversed() }]
    open(api)
    expect(await screen.findByRole('heading', { name: 'DNS configuration: TXT record' })).toBeVisible()
    expect(screen.getByText(/^A registered name can have no CNAME record/)).toBeVisible()
  })

  it('checks a verified domain again when asked, and shows the result as it arrives', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const domain = aDomain({ status: 'verified', findings: [stray] })
    api.account['domains'] = [domain]
    api.mutations['verifyDomain'] = () => ({ domain: { ...domain, verifying: true } })
    open(api)
    await user.click(await screen.findByRole('button', { name: 'Recheck now' }))
    expect(await screen.findByText('Checking')).toBeVisible()
    expect(screen.getByText('Addresses')).toBeVisible()
    const checked = { ...domain, findings: [fine] }
    api.account['domains'] = [checked]
    await act(async () => api.emit('domainChanged', checked))
    expect(await screen.findByText('1 check found everything fine')).toBeVisible()
    expect(screen.queryByText('Addresses')).not.toBeInTheDocument()

    api.mutations['verifyDomain'] = () => refuse('RATE_LIMITED', 'Too many attempts. Try again in 20 minutes.')
    await user.click(screen.getByRole('button', { name: 'Recheck now' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 20 minutes')
  })

  it('says why a domain is not proven where no record is at fault, and offers a check to managers only', async () => {
    const api = new TestApi()
    const lastCheckMessage = 'The record is there, but another account holds dev.example.com verified.'
    api.account['domains'] = [aDomain({ status: 'failed', findings: [fine], lastCheckMessage })]
    open(api, false)
    expect(await screen.findByText(lastCheckMessage)).toBeVisible()
    expect(screen.getByText('Verification Failed:')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry Verification' })).not.toBeInTheDocument()
  })

  describe('of a certificate', () => {
    it('shows since when and until when it is served, and when it is renewed', async () => {
      const api = new TestApi()
      api.account['domains'] = [aDomain({ status: 'verified', certificate: ready })]
      open(api)
      expect(await screen.findByText('HTTPS works: visitors see a certificate of Let’s Encrypt.')).toBeVisible()
      expect(readFacts(screen.getByRole('list', { name: 'Your domains' }))).toEqual([
        'Issued: Nov 1, 2026',
        'Renewal: Dec 31, 2026',
        'Expires: Jan 30, 2027',
      ])
    })

    it.each<[string, Partial<Certificate>, string]>([
      [
        'that is not ordered yet',
        { stage: 'WAITING' },
        "A certificate of Let’s Encrypt is ordered as soon as it is this domain's turn.",
      ],
      [
        'that is ordered',
        { stage: 'ORDERING' },
        'Let’s Encrypt was asked for a certificate, and looks whether the domain leads here. That takes a minute or two.',
      ],
    ])('says how far one is %s', async (_, change, words) => {
      const api = new TestApi()
      const certificate = { ...ready, issuedAt: null, expiresAt: null, renewsAt: null, ...change }
      api.account['domains'] = [aDomain({ status: 'verified', certificate })]
      open(api)
      expect(await screen.findByText(words)).toBeVisible()
    })

    it('says why the last attempt failed, what to do, and when the next one is', async () => {
      const api = new TestApi()
      const certificate: Certificate = {
        ...ready,
        stage: 'WAITING',
        issuedAt: null,
        expiresAt: null,
        renewsAt: null,
        nextAttemptAt: '2026-11-23T18:00:00.000Z',
        lastError: 'The authority found another server.',
        advice: 'Lead the domain here.',
      }
      api.account['domains'] = [aDomain({ status: 'verified', certificate })]
      open(api)
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'The authority found another server. Lead the domain here.',
      )
      expect(readFacts(screen.getByRole('list', { name: 'Your domains' })).at(-1)).toMatch(/^Next attempt: Nov 23/)
      expect(screen.getByText('The DNS records of this domain')).toBeVisible()
    })

    it.each([
      [null, 'HTTPS on your domain uses the certificates that this server was set up with.'],
      ['Let’s Encrypt', 'SSL certificates come from a free certificate authority, Let’s Encrypt.'],
    ])('says where they come from when the authority is %s', async (authority, sentence) => {
      const api = new TestApi()
      api.certificateAuthority = authority
      open(api)
      expect(await screen.findByText(sentence)).toBeVisible()
    })
  })
})
