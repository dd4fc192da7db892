import { useSearchParams } from 'react-router-dom'
import { Columns } from '../../ui/Columns.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { FaqList } from '../../ui/FaqList.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PublicPage } from '../site/PublicPage.tsx'
import { categories, findOption } from './contact-options.ts'
import { ContactForm } from './ContactForm.tsx'
import { useContactFacts } from './useContactFacts.tsx'

const questions = [
  {
    question: 'How soon do I hear from you?',
    answer: 'We acknowledge what you send within 24 hours.',
  },
  {
    question: 'Where do I report a bug?',
    answer: 'On Report an Issue, at the foot of every page. It asks for what we need to find the cause.',
  },
  {
    question: 'How do I report a vulnerability?',
    answer: 'On Report an Issue, as a security issue. Please do not publish it before it is fixed.',
  },
  {
    question: 'How do I get the Custom plan?',
    answer: 'Write to us with the category Billing, and say what your company needs.',
  },
  {
    question: 'I cannot sign in. What now?',
    answer:
      'Reset your password on the sign-in page. If no email arrives, write to us from the address you signed up with.',
  },
  {
    question: 'Can I run it on my own server?',
    answer: 'Yes. One process is enough to begin; API, edge and web app can run apart as you grow.',
  },
]

/** Shows how to reach the operator. */
export function ContactPage() {
  const facts = useContactFacts()
  const [search] = useSearchParams()
  return (
    <PublicPage
      title="Contact us"
      tabTitle="Contact"
      description="Questions, ideas, or a plan for your company: write to us."
    >
      <Columns
        aside={
          facts.length > 0 && (
            <Panel title="Other ways">
              <FactList facts={facts} />
            </Panel>
          )
        }
      >
        <Panel title="Send a message">
          <ContactForm category={findOption(categories, search.get('category'), 'general')} />
        </Panel>
      </Columns>
      <FaqList entries={questions} />
    </PublicPage>
  )
}
