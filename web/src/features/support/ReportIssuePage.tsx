import { List } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { Columns } from '../../ui/Columns.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PublicPage } from '../site/PublicPage.tsx'
import { prefillIssue } from './issue-prefill.ts'
import { IssueForm } from './IssueForm.tsx'

/** Reports a bug or a request to the operator. The address can prefill the form. */
export function ReportIssuePage() {
  const [search] = useSearchParams()
  return (
    <PublicPage title="Report an Issue" description="Tell us what happened, and we will look for the cause.">
      <Columns
        aside={
          <>
            <Panel title="What helps us">
              <List size="sm" spacing="xs">
                <List.Item>The exact message, with the request id if there is one.</List.Item>
                <List.Item>What you did just before, step by step.</List.Item>
                <List.Item>
                  What <code>culvert --version</code> prints, and your operating system.
                </List.Item>
                <List.Item>Never your AuthID, a password or an API key.</List.Item>
              </List>
            </Panel>
            <Panel title="What happens next">
              <List size="sm" spacing="xs">
                <List.Item>We acknowledge it within 24 hours.</List.Item>
                <List.Item>We write to your email when we know more or have a question.</List.Item>
                <List.Item>Security issues come first. Please keep them to yourself until they are fixed.</List.Item>
              </List>
            </Panel>
          </>
        }
      >
        <Panel>
          {/* Another address starts a new form. */}
          <IssueForm key={search.toString()} prefilled={prefillIssue(search)} />
        </Panel>
      </Columns>
    </PublicPage>
  )
}
