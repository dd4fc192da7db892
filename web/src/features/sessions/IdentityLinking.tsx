import { useNavigate } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import type { ProviderProof } from '../identities/proof.ts'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { notify } from '../../ui/notify.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { ProviderFailure } from './ProviderFailure.tsx'

const linkMutation = graphql(`
  mutation IdentityLinking_Link($input: LinkIdentityInput!) {
    linkIdentity(input: $input) {
      identity {
        ...IdentityPanel_Identity
      }
    }
  }
`)

interface IdentityLinkingProps {
  proof: ProviderProof
  /** The page to go to at the end. */
  to: string
}

/** Links a provider to the signed-in person, and continues. */
export function IdentityLinking({ proof: { token, provider }, to }: IdentityLinkingProps) {
  const navigate = useNavigate()
  const link = useAction(linkMutation)
  const run = async () => {
    if (!(await link.run({ input: { proof: token } }))) return
    notify(`${provider.label} was linked. You can sign in with it from now on.`)
    await navigate(to, { replace: true })
  }
  useOnce(() => void run())
  if (link.errorText === undefined) return <LoadingScreen label={`Linking ${provider.label}`} />
  return <ProviderFailure title={`${provider.label} was not linked`} text={link.errorText} to={to} />
}
