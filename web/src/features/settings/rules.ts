import { checkNamespaceCharacters, namespaceMissing } from '@culvert/schema/complaints'
import { isNotEmpty, type FormRulesRecord } from '@mantine/form'

/** The settings form's fields. */
export interface SettingsValues {
  name: string
  namespace: string
}

/** What the form checks before it asks the server, which checks it all again. */
export const settingsRules: FormRulesRecord<SettingsValues> = {
  name: isNotEmpty('Account name is required'),
  namespace: (namespace) => (namespace === '' ? namespaceMissing : checkNamespaceCharacters(namespace)),
}
