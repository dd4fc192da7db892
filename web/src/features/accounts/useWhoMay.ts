import { useActiveAccount } from './ActiveAccount.tsx'

/** Returns who may do something that the viewer may not, as given; while the account is suspended, nobody may. */
export function useWhoMay(who: string): string {
  const { suspension } = useActiveAccount().membership.account
  return suspension ? 'Nothing can be changed while the account is suspended.' : who
}
