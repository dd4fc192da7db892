import type { DomainAspect, FindingOutcome } from '../../graphql/generated/graphql.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconAlert, IconError, IconIdle, IconOk, type Icon } from '../../ui/icons.ts'
import type { Domain, Finding } from './domain.ts'
import classes from './FindingList.module.css'

const names: Record<DomainAspect, string> = {
  CNAME: 'CNAME record',
  TXT: 'TXT record',
  APEX: 'Registered name',
  ADDRESSES: 'Addresses',
  PROXY: 'Proxy in front',
  CAA: 'CAA records',
  RESOLVERS: 'Name servers',
}

interface OutcomeLook {
  word: string
  tone: 'positive' | 'warning' | 'danger' | 'neutral'
  icon: Icon
}

const looks: Record<FindingOutcome, OutcomeLook> = {
  OK: { word: 'Fine', tone: 'positive', icon: IconOk },
  WARNING: { word: 'Warning', tone: 'warning', icon: IconAlert },
  PROBLEM: { word: 'Problem', tone: 'danger', icon: IconError },
  UNKNOWN: { word: 'Unknown', tone: 'neutral', icon: IconIdle },
}

/** What the last check found: what needs doing is open, what is fine is behind a title. */
export function FindingList({ domain: { domain, findings } }: { domain: Domain }) {
  const open = findings.filter(({ outcome }) => outcome !== 'OK')
  const fine = findings.filter(({ outcome }) => outcome === 'OK')
  return (
    <>
      {open.length > 0 && <Findings label={`What needs a look at ${domain}`} findings={open} />}
      {fine.length > 0 && (
        <Disclosure title={`${formatNumber(fine.length, 'check')} found everything fine`}>
          <Findings label={`What is fine at ${domain}`} findings={fine} />
        </Disclosure>
      )}
    </>
  )
}

function Findings({ label, findings }: { label: string; findings: readonly Finding[] }) {
  return (
    <ul aria-label={label} className={classes.list}>
      {findings.map((finding) => (
        <FindingRow key={finding.aspect} finding={finding} />
      ))}
    </ul>
  )
}

function FindingRow({ finding: { aspect, outcome, expected, found, advice } }: { finding: Finding }) {
  const { word, tone, icon: OutcomeIcon } = looks[outcome]
  const name = names[aspect]
  return (
    <li className={classes.finding} data-tone={tone}>
      <OutcomeIcon className={classes.icon} size={20} aria-hidden />
      <div className={classes.words}>
        <div className={classes.line}>
          <strong>{name}</strong>
          <span className={classes.outcome}>{word}</span>
        </div>
        <dl className={classes.pair}>
          {expected !== null && (
            <div>
              <dt>Expected</dt>
              <dd>{expected}</dd>
            </div>
          )}
          <div>
            <dt>Found</dt>
            <dd>{found}</dd>
          </div>
        </dl>
        {advice !== null && (
          <p className={classes.advice}>
            {advice} <CopyButton value={advice} label={`what to do about: ${name}`} />
          </p>
        )}
      </div>
    </li>
  )
}
