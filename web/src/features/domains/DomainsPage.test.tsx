import { describe, expect, it } from 'vitest'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readClipboard } from '../../testing/clipboard.ts'
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

/** The buttons with this name that are not inside closed details. */
const listShown = (name: RegExp) =>
  screen.getAllByRole('button', { name }).filter((button) => button.closest('details:not([open])') === null)

const readFacts = (element: HTMLElement) =>
  within(element)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the domains screen', () => {
  it('shows the expected and found value, the outcome and the fix of each record', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    const lost: Finding = {
      aspect: 'CNAME',
      outcome: 'PROBLEM',
      expected: 'a CNAME to abcdefghijklmnop2345.culvert.localhost',
      found: 'no CNAME record',
      advice: 'Set a CNAME record at dev.example.com.',
    }
    api.account['domains'] = [aDomain({ status: 'failed', findings: [lost, fine, stray, silent] })]
    open(api)
    const table = within(await screen.findByRole('table', { name: 'DNS of dev.example.com' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Record',
      'Expected',
      'Found',
      'Outcome',
    ])
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getByRole('rowheader').querySelector('strong')?.textContent)).toEqual([
      'CNAME record',
      'TXT record',
      'Addresses',
      'CAA records',
    ])
    expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
      'Problem',
      'Fine',
      'Problem',
      'Unknown',
    ])
    await user.click(table.getByRole('button', { name: 'Copy CNAME value abcdefghijklmnop2345.culvert.localhost' }))
    expect(await readClipboard()).toBe('abcdefghijklmnop2345.culvert.localhost')
    const advice = within(screen.getByRole('list', { name: 'What to do about dev.example.com' }))
    expect(advice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Set a CNAME record at dev.example.com. ',
      'Remove the AAAA record 2001:db8::bad. ',
    ])
    await user.click(advice.getByRole('button', { name: 'Copy what to do about dev.example.com: Addresses' }))
    expect(await readClipboard()).toBe('Remove the AAAA record 2001:db8::bad.')
  })

  it('names the failed record and what was found', async () => {
    const api = new TestApi()
    const found = 'no such name (NXDOMAIN)'
    const findings: Finding[] = [
      { aspect: 'CNAME', outcome: 'PROBLEM', expected: null, found, advice: null },
      { aspect: 'CAA', outcome: 'OK', expected: null, found: 'none', advice: null },
    ]
    api.account['domains'] = [aDomain({ status: 'failed', findings, lastCheckMessage: 'We found no such name.' })]
    open(api)
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(
      "Verification Failed: We couldn't verify your domain. Please check your DNS settings and try again.",
    )
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['CNAME record at dev.example.com: found no such name (NXDOMAIN).'])
  })

  it('shows the records to set until a domain is verified, then a summary, open if action is needed', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.account['domains'] = [
      aDomain({ domain: 'pending.example.com' }),
      aDomain({ domain: 'fine.example.com', status: 'verified', findings: [fine] }),
      aDomain({ domain: 'stray.example.com', status: 'verified', findings: [fine, stray, proxied] }),
    ]
    open(api)
    expect(await screen.findByText('pending.example.com', { selector: 'h3' })).toBeVisible()
    expect(screen.getByRole('table', { name: 'DNS of pending.example.com' })).toBeVisible()
    expect(screen.getByText('Domain Verified. 1 check, all fine.')).toBeVisible()
    expect(screen.getByText('Domain Verified. Needs attention: Addresses, Proxy in front.')).toBeVisible()
    expect(screen.getByText('Remove the AAAA record 2001:db8::bad.')).toBeVisible()

    expect(listShown(/^Copy TXT value/)).toHaveLength(2)
    await user.click(screen.getByText('fine.example.com', { selector: 'h3' }))
    expect(listShown(/^Copy TXT value/)).toHaveLength(3)
  })

  it('puts the TXT record first for a registered name, and says that it cannot have a CNAME record', async () => {
    const api = new TestApi()
    const domain = aDomain({ domain: 'example.com' })
    api.account['domains'] = [{ ...domain, dnsRecords: domain.dnsRecords.toReversed() }]
    open(api)
    const table = within(await screen.findByRole('table', { name: 'DNS of example.com' }))
    expect(table.getAllByRole('rowheader')[0]).toHaveTextContent(/^TXT record/)
    expect(screen.getByText(/A registered name cannot have a CNAME record/)).toBeVisible()
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
    expect(screen.getByText('Domain Verified. Needs attention: Addresses.')).toBeVisible()
    const checked = { ...domain, findings: [fine] }
    api.account['domains'] = [checked]
    await act(async () => api.emit('domainChanged', checked))
    expect(await screen.findByText('Domain Verified. 1 check, all fine.')).toBeVisible()
    expect(screen.queryByText('Addresses')).not.toBeInTheDocument()

    api.mutations['verifyDomain'] = () => refuse('RATE_LIMITED', 'Too many attempts. Try again in 20 minutes.')
    await user.click(screen.getByRole('button', { name: 'Recheck now' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again in 20 minutes')
  })

  it('says why verification failed if no record is at fault, and offers a retry to managers only', async () => {
    const api = new TestApi()
    const lastCheckMessage = 'The record is there, but another account has verified dev.example.com.'
    api.account['domains'] = [aDomain({ status: 'failed', findings: [fine], lastCheckMessage })]
    open(api, false)
    expect(await screen.findByText(lastCheckMessage)).toBeVisible()
    expect(screen.getByText('Verification Failed:')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Retry Verification' })).not.toBeInTheDocument()
  })

  describe('for a certificate', () => {
    it('shows when it was issued, is renewed and expires', async () => {
      const api = new TestApi()
      api.account['domains'] = [aDomain({ status: 'verified', certificate: ready })]
      open(api)
      await userEvent.click(await screen.findByText('dev.example.com', { selector: 'h3' }))
      expect(await screen.findByText('HTTPS works. Visitors see a certificate from Let’s Encrypt.')).toBeVisible()
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
        "A certificate from Let’s Encrypt is ordered as soon as it is this domain's turn.",
      ],
      [
        'that has been ordered',
        { stage: 'ORDERING' },
        'Let’s Encrypt was asked for a certificate, and is checking that the domain leads here. That takes a minute or two.',
      ],
    ])('describes the progress of one %s', async (_, change, words) => {
      const api = new TestApi()
      const certificate = { ...ready, issuedAt: null, expiresAt: null, renewsAt: null, ...change }
      api.account['domains'] = [aDomain({ status: 'verified', certificate })]
      open(api)
      await userEvent.click(await screen.findByText('dev.example.com', { selector: 'h3' }))
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
      expect(screen.getByText('Domain Verified. Its certificate needs attention.')).toBeVisible()
      expect(screen.getByRole('table', { name: 'DNS of dev.example.com' })).toBeVisible()
    })

    it.each([
      [null, 'HTTPS on your domain uses the certificates that this server was set up with.'],
      ['Let’s Encrypt', 'SSL certificates come from a free certificate authority, Let’s Encrypt.'],
    ])('says where certificates come from if the authority is %s', async (authority, sentence) => {
      const api = new TestApi()
      api.certificateAuthority = authority
      open(api)
      expect(await screen.findByText(sentence)).toBeVisible()
    })
  })
})

describe('single sign-on', () => {
  const example = { id: 'example', label: 'Example' }
  const verified = aDomain({ status: 'verified', viewerCanSetSingleSignOn: true })

  it('is not offered if there are no providers', async () => {
    const api = new TestApi()
    api.account['domains'] = [verified, aDomain({ domain: 'other.example', viewerCanSetSingleSignOn: true })]
    open(api)
    expect(await screen.findByRole('heading', { name: 'other.example' })).toBeVisible()
    expect(screen.queryByText('Single sign-on')).not.toBeInTheDocument()
  })

  it('is offered only for verified domains for which the viewer may set it up', async () => {
    const api = new TestApi()
    api.signInProviders = [example]
    const mine = aDomain({ domain: 'mine.example', status: 'verified', viewerCanSetSingleSignOn: true })
    const others = aDomain({ domain: 'others.example', status: 'verified' })
    const pending = aDomain({ domain: 'pending.example', viewerCanSetSingleSignOn: true })
    api.account['domains'] = [mine, others, pending]
    open(api)
    // The details of verified domains are closed.
    const [button, ...more] = await screen.findAllByRole('button', { name: 'Single sign-on', hidden: true })
    expect(within(button!.closest('li')!).getByRole('heading', { name: 'mine.example' })).toBeVisible()
    expect(more).toEqual([])
  })

  it('is set up, shown and ended', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.signInProviders = [example]
    api.account['domains'] = [verified, aDomain({ domain: 'other.example', viewerCanSetSingleSignOn: true })]
    const inputs: unknown[] = []
    api.mutations['setSingleSignOn'] = (input) => {
      inputs.push(input)
      return { domain: { ...verified, singleSignOn: { provider: example, role: input['role'] } } }
    }
    api.mutations['endSingleSignOn'] = (input) => {
      inputs.push(input)
      return { domain: verified }
    }
    open(api)
    await user.click(await screen.findByRole('heading', { name: 'dev.example.com' }))
    await user.click(await screen.findByRole('button', { name: 'Single sign-on' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Single sign-on' }))
    await user.selectOptions(dialog.getByLabelText('Role of new members'), 'Admin')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Single sign-on by Example')).toBeVisible()

    await user.click(await screen.findByRole('button', { name: 'Single sign-on' }))
    await user.click(await screen.findByRole('button', { name: 'End single sign-on' }))
    const asked = within(await screen.findByRole('dialog', { name: 'End single sign-on' }))
    await user.click(asked.getByRole('button', { name: 'End single sign-on' }))
    await waitFor(() => expect(screen.queryByText('Single sign-on by Example')).not.toBeInTheDocument())
    expect(inputs).toEqual([{ domainId: verified.id, providerId: 'example', role: 'admin' }, { domainId: verified.id }])
  })
})
