import type { ResultOf } from '@graphql-typed-document-node/core'
import { Select, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'
import { NameFields } from '../../ui/NameFields.tsx'
import { notify } from '../../ui/notify.ts'
import { listLocales } from './locales.ts'

const personFragment = graphql(`
  fragment PersonForm_User on User {
    id
    firstName
    lastName
    fullName
    phone
    locale
  }
`)

type Person = ResultOf<typeof personFragment>

const updateMutation = graphql(`
  mutation PersonForm_Update($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user {
        ...PersonForm_User
      }
    }
  }
`)

/** Changes the viewer's name, phone number and language for dates; only changed fields are sent. */
export function PersonForm({ user, onChanged }: { user: Person; onChanged: () => void }) {
  const form = useForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone ?? '',
      locale: user.locale ?? '',
    },
    validate: { firstName: isNotEmpty('Enter your first name'), lastName: isNotEmpty('Enter your last name') },
  })
  const update = useFormAction(form, updateMutation)

  const submit = form.onSubmit(async ({ firstName, lastName, phone, locale }) => {
    const input = {
      ...(form.isDirty('firstName') && { firstName }),
      ...(form.isDirty('lastName') && { lastName }),
      ...(form.isDirty('phone') && { phone: phone || null }),
      ...(form.isDirty('locale') && { locale: locale || null }),
    }
    const answer = await update.run({ input })
    if (!answer) return
    const { user: changed } = answer.updateProfile
    form.resetDirty()
    form.setFieldValue('phone', changed.phone ?? '')
    form.resetDirty()
    notify('Your profile was saved.')
    onChanged()
  })

  return (
    <Form onSubmit={submit} action={update} submitLabel="Save changes" disabled={!form.isDirty()}>
      <NameFields first={form.getInputProps('firstName')} last={form.getInputProps('lastName')} />
      <TextInput
        label="Phone"
        description="With its country code, for example +33612345678. You can sign in with it and your password."
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phone')}
      />
      <Select label="Dates and numbers" data={listLocales()} allowDeselect={false} {...form.getInputProps('locale')} />
    </Form>
  )
}
