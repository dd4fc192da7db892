import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import type { Domain } from './domain.ts'
import { useVerificationPoll } from './useVerificationPoll.ts'

const verifyDomainMutation = graphql(`
  mutation DomainItem_VerifyDomain($input: VerifyDomainInput!) {
    verifyDomain(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

interface DomainCheck {
  run: () => void
  /** Whether a check is requested or running. */
  busy: boolean
  /** Why it could not be requested. */
  errorText: string | undefined
}

/** Checks a domain, and refetches the domains with `onPoll` while the check runs. */
export function useDomainCheck({ id, verifying }: Pick<Domain, 'id' | 'verifying'>, onPoll: () => void): DomainCheck {
  const { run, pending, errorText } = useAction(verifyDomainMutation)
  useVerificationPoll(verifying, onPoll)
  return { run: () => void run({ input: { id } }), busy: pending || verifying, errorText }
}
