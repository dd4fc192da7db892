import { useQuery } from '@apollo/client/react'
import { VisuallyHidden } from '@mantine/core'
import { Suspense, useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useChanges } from '../../graphql/useScreenQuery.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { formatNumber } from '../../ui/format.ts'
import { BellButton } from './BellButton.tsx'

const NoticePopover = lazyPart('NoticePopover', () => import('./NoticePopover.tsx'))

const bellQuery = graphql(`
  query NoticeBell_Query {
    viewer {
      unreadNotices
    }
  }
`)

/** Shows how many notices are unread, live. Opens the newest ones, which are loaded on first use. */
export function NoticeBell() {
  const { data } = useQuery(bellQuery)
  useChanges(bellQuery, { variables: {} })
  const [wanted, setWanted] = useState(false)
  const unread = data?.viewer.unreadNotices ?? 0
  const button = (
    <BellButton unread={unread} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWanted(true)} />
  )
  return (
    <>
      <VisuallyHidden component="output">{unread > 0 && formatNumber(unread, 'unread notice')}</VisuallyHidden>
      {wanted ? (
        <Suspense fallback={button}>
          <NoticePopover unread={unread} />
        </Suspense>
      ) : (
        button
      )}
    </>
  )
}
