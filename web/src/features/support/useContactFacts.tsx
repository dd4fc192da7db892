import { useSite } from '../site/useSite.ts'
import type { Fact } from '../../ui/FactList.tsx'

/** Returns the operator's contact details, as far as they are known. */
export function useContactFacts(): Fact[] {
  const contact = useSite()?.contact
  if (!contact) return []
  const { email, phone, address, chatUrl } = contact
  const facts: Fact[] = []
  if (email) facts.push({ name: 'Email', value: <a href={`mailto:${email}`}>{email}</a> })
  if (phone) facts.push({ name: 'Phone', value: <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a> })
  if (address) facts.push({ name: 'Address', value: <address>{address}</address> })
  if (chatUrl) facts.push({ name: 'Chat', value: <a href={chatUrl}>{new URL(chatUrl).hostname}</a> })
  return facts
}
