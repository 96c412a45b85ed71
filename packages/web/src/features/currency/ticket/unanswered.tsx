import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { Submission } from './use-submission.ts';

/** Where the list of orders is on this page. */
export const ordersId = 'orders';

/** Stands in place of the button while it is not known whether an order was placed: nothing new is sent meanwhile. */
export function Unanswered<Input>({ submission, input }: { submission: Submission<Input>; input: Input }) {
  const { t } = useTranslation('currency');
  return (
    <div role="alert" className="flex flex-col gap-s3 rounded-middle border border-warn bg-warn-soft p-s4">
      <p className="font-semibold">{t('unknown.title')}</p>
      <p className="text-caption">
        {t('unknown.text')} {t('unknown.retryText')}
      </p>
      <Button
        look="primary"
        onClick={() => {
          document.getElementById(ordersId)?.scrollIntoView({ behavior: 'smooth' });
        }}
      >
        {t('unknown.check')}
      </Button>
      <Button busy={submission.busy} onClick={() => void submission.place(input)}>
        {t('unknown.retry')}
      </Button>
      <Button look="ghost" onClick={submission.forget}>
        {t('unknown.dismiss')}
      </Button>
    </div>
  );
}
