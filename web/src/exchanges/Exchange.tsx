import type { RequestDetail, Field } from '@culvert/agent/inspection'
import { formatCount } from '@culvert/schema/units'
import type { ReactNode } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { BodyView } from './BodyView.tsx'
import { Frames } from './Frames.tsx'
import classes from './Exchange.module.css'
import { FieldList } from './FieldList.tsx'

/** Shows the content of a request and its response: header fields, bodies and messages, and where secrets were removed. */
export function Exchange({ detail }: { detail: RequestDetail }) {
  const { kind, status, reason, webhook, redacted, frames } = detail
  return (
    <>
      {webhook && (
        <Notice tone={webhook.isValid ? 'positive' : 'warning'} title={`Webhook of ${webhook.provider}`}>
          {webhook.why}
        </Notice>
      )}
      {redacted.length > 0 && <p className={classes.soft}>Not kept, because secret: {redacted.join(', ')}.</p>}
      <Section title="Request" fields={detail.requestFields}>
        <BodyView of="request" body={detail.requestBody} />
      </Section>
      <Section title={`Response ${status === 0 ? '' : `${status} ${reason}`}`} fields={detail.responseFields}>
        {frames.length === 0 && <BodyView of="response" body={detail.responseBody} />}
      </Section>
      {(kind !== 'http' || frames.length > 0) && <Frames frames={frames} dropped={detail.framesDropped} />}
    </>
  )
}

interface SectionProps {
  title: string
  fields: readonly Field[]
  children: ReactNode
}

/** One side of an exchange: its header fields, then its body. */
function Section({ title, fields, children }: SectionProps) {
  return (
    <section className={classes.side}>
      <h3>{title}</h3>
      <details open>
        <summary>{formatCount(fields.length, 'header field')}</summary>
        <FieldList fields={fields} />
      </details>
      {children}
    </section>
  )
}
