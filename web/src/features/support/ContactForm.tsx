import { webPaths } from '@culvert/schema/web-paths'
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import type { ContactCategory } from '../../graphql/generated/graphql.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { categories } from './contact-options.ts'
import { describeSender, useSendContactRequest } from './useSendContactRequest.ts'

/** A message to the operator, about the category that the address named. */
export function ContactForm({ category }: { category: ContactCategory }) {
  const form = useForm({
    initialValues: { name: '', email: '', subject: '', category, message: '' },
    validate: {
      name: isNotEmpty('Enter your name'),
      email: isNotEmpty('Enter your email'),
      subject: isNotEmpty('Enter a subject'),
      message: isNotEmpty('Enter your message'),
    },
  })
  const { send, sent, ...action } = useSendContactRequest(form, 'Unexpected error. Please try again.')
  const submit = form.onSubmit((values) =>
    send({
      type: 'contact',
      page: webPaths.contact,
      source: 'contact_form',
      contact: { ...values, ...describeSender() },
    }),
  )

  return (
    <Form onSubmit={submit} action={action} submitLabel="Send message">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" autoComplete="email" required {...form.getInputProps('email')} />
      </SimpleGrid>
      <TextInput label="Subject" required {...form.getInputProps('subject')} />
      <NativeSelect label="Category" data={categories} {...form.getInputProps('category')} />
      <Textarea label="Message" rows={6} required {...form.getInputProps('message')} />
      {sent && <Notice tone="positive">Your message has been sent. We'll get back to you shortly.</Notice>}
    </Form>
  )
}
