import type { ContactCategory, IssuePriority, IssueType } from '../../graphql/generated/graphql.ts'
import { IconBug, IconIdea, IconImprove, IconShield, type Icon } from '../../ui/icons.ts'

/** The possible subjects of a message. */
export const categories: { value: ContactCategory; label: string }[] = [
  { value: 'general', label: 'General' },
  { value: 'support', label: 'Support' },
  { value: 'billing', label: 'Billing' },
  { value: 'feature', label: 'Feature request' },
  { value: 'bug', label: 'Bug' },
  { value: 'partnership', label: 'Partnership' },
]

/** The kinds of issues. */
export const issueTypes: { value: IssueType; label: string; description: string; icon: Icon }[] = [
  { value: 'bug', label: 'Bug', description: 'Something does not work.', icon: IconBug },
  { value: 'feature', label: 'Feature', description: 'Something is missing.', icon: IconIdea },
  { value: 'improvement', label: 'Improvement', description: 'Something could be better.', icon: IconImprove },
  { value: 'security', label: 'Security', description: 'Something is unsafe.', icon: IconShield },
]

/** The severity of an issue. */
export const priorities: { value: IssuePriority; label: string }[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'critical', label: 'Critical' },
]

/** Returns the option that an address names; the fallback if it names none. */
export function findOption<Value extends string>(
  options: readonly { value: Value }[],
  named: string | null,
  fallback: Value,
): Value {
  return options.find(({ value }) => value === named)?.value ?? fallback
}
