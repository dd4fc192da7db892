import { useApolloClient } from '@apollo/client/react'
import { graphql } from '../../graphql/generated/gql.ts'
import type { EditedRequestInput } from '../../graphql/generated/graphql.ts'
import { getErrorText } from '../../graphql/errors.ts'
import type { SendReplay } from '../../exchanges/useReplay.ts'
import { toExchange } from './request-content.ts'

const replayMutation = graphql(`
  mutation RequestPanel_Replay($input: ReplayRequestInput!) {
    replayRequest(input: $input) {
      request {
        ...RequestDetail_Request
      }
      content {
        ...RequestContent_Content
      }
      omitted
    }
  }
`)

/** Returns a function that makes the agent send a request again. */
export function useSendReplay(accountId: string, id: string): SendReplay {
  const client = useApolloClient()
  return async (replay) => {
    try {
      const { data } = await client.mutate({
        mutation: replayMutation,
        variables: { input: { accountId, id, edited: replay && toInput(replay) } },
        fetchPolicy: 'no-cache',
        context: { waitsForAgent: true },
      })
      if (!data) throw new Error('No answer came.')
      const { request, content, omitted } = data.replayRequest
      return { request: toExchange(request, content), omitted }
    } catch (error) {
      throw new Error(getErrorText(error, 'The request could not be sent.'), { cause: error })
    }
  }
}

function toInput({ method, target, fields, body }: NonNullable<Parameters<SendReplay>[0]>): EditedRequestInput {
  return {
    method,
    target,
    fields: fields.map(([name, value]) => ({ name, value })),
    bodyEncoding: body.encoding === 'utf8' ? 'UTF8' : 'BASE64',
    body: body.content,
  }
}
