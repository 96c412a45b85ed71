import { ApiRefusal } from '@assay/contract/client.ts';
import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import type { Wrong } from '@assay/contract/form.ts';
import { isCode } from '@assay/contract/vocabulary/code-statuses.ts';
import { identityImages, sexes } from '@assay/contract/vocabulary/kyc.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../shared/client/move.ts';
import { useForm } from '../../shared/form.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { type Draft, type Errors, type Step, check, emptyDraft, errorsIn, fieldsOf, personOf, stepOf, steps } from './draft.ts';
import { StepBar } from './step-bar.tsx';
import { DocumentStep } from './steps/document-step.tsx';
import { PersonStep } from './steps/person-step.tsx';
import { PhotosStep } from './steps/photos-step.tsx';
import { ReviewStep } from './steps/review-step.tsx';
import { SignatureStep } from './steps/signature-step.tsx';
import { useRefreshKyc } from './use-kyc.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** One step after the other; each is checked before the next, by the rule that the server decides with. */
export function Stepper({ kyc }: { kyc: Kyc }) {
  const { t } = useTranslation(['kyc', 'codes']);
  const first = steps.find((name) => name === 'review' || needs(name, kyc)) ?? 'person';
  const [step, setStep] = useState<Step>(first);
  const moved = useRef(false);
  const index = steps.indexOf(step);
  const errorText = useErrorText();
  const { handIn, busy, progress } = useHandIn();
  const say = (errors: Errors): Wrong<Draft> =>
    Object.fromEntries(Object.entries(errors).map(([field, code]) => [field, t(`codes:${code}`, { limit: '2 MB' })]));
  const form = useForm<Draft>({
    values: emptyDraft,
    check: (draft) => {
      const found = check(draft, kyc, today());
      return say(step === 'review' ? found : errorsIn(step, found, draft, kyc));
    },
    send: async (draft) => {
      const following = steps[index + 1];
      if (following !== undefined) go(following);
      else await handIn(draft).catch(leadBack);
    },
    what: () => t('title'),
  });

  // Screen readers announce the step; the first step takes no focus from the page.
  const focus = useCallback((heading: HTMLHeadingElement | null) => {
    if (moved.current) heading?.focus();
  }, []);

  function go(to: Step) {
    moved.current = true;
    setStep(to);
  }
  /** A refusal that names fields leads back to them. */
  function leadBack(refusal: unknown) {
    const named = refusal instanceof ApiRefusal ? Object.entries(refusal.fields).filter(([, code]) => isCode(code)) : [];
    const [fault] = named;
    // A user who has gone on is notified where they are.
    if (fault === undefined || form.isLeft()) throw refusal;
    form.show({ ...say(Object.fromEntries(named)), form: errorText(refusal) });
    go(stepOf(fault[0]));
  }
  const before = steps[index - 1];
  const parts = { kyc, draft: form.typed, error: form.error, change: form.change };
  return (
    <form
      noValidate
      className="flex flex-col gap-s5 p-s5"
      onSubmit={(event) => {
        event.preventDefault();
        // What does not hold any more is mended in its own step.
        const [fault] = step === 'review' ? Object.keys(check(form.typed, kyc, today())) : [];
        if (fault !== undefined) go(stepOf(fault));
        form.submit();
      }}
    >
      <StepBar current={step} onGo={go} />
      <h3 key={step} ref={focus} tabIndex={-1} className="text-emphasis font-semibold outline-none">
        <span className="sr-only">{t('stepOf', { step: index + 1, count: steps.length })} </span>
        {t(`step.${step}`)}
      </h3>
      {step === 'person' ? <PersonStep {...parts} today={today()} /> : null}
      {step === 'document' ? <DocumentStep {...parts} /> : null}
      {step === 'photos' ? <PhotosStep {...parts} /> : null}
      {step === 'signature' ? <SignatureStep {...parts} /> : null}
      {step === 'review' ? <ReviewStep {...parts} onGo={go} progress={progress} problem={form.error('form')} /> : null}
      <div className="flex justify-between gap-s3 border-t border-line pt-s5 mobile:*:flex-1">
        {before === undefined ? (
          <span className="mobile:hidden" />
        ) : (
          <Button disabled={busy} onClick={() => go(before)}>
            <ChevronLeft aria-hidden className="size-icon rtl:-scale-x-100" />
            {t('back')}
          </Button>
        )}
        <Button type="submit" look="primary" busy={busy}>
          {step === 'review' ? t('submit') : t('next')}
          {step === 'review' ? null : <ChevronRight aria-hidden className="size-icon rtl:-scale-x-100" />}
        </Button>
      </div>
    </form>
  );
}

function needs(step: Step, kyc: Kyc): boolean {
  return fieldsOf(step, emptyDraft, kyc).some((field) => !kyc.kept.includes(field));
}

/** Sends the draft once, with its pictures. */
function useHandIn() {
  const { t } = useTranslation(['codes', 'kyc']);
  const move = useMove(calls.user.identification);
  const refresh = useRefreshKyc();
  const handIn = async (draft: Draft) => {
    const { documentType } = draft;
    const sex = sexes.find((one) => one === draft.sex);
    const input = { ...personOf(draft), sex, ...(documentType !== null && { documentType }) };
    const images = Object.fromEntries(
      identityImages.flatMap((name) => {
        const image = draft[name];
        return image === null ? [] : [[name, image] as const];
      }),
    );
    if ((await move.submit(input, { summary: t('kyc:title'), images })) === undefined) return;
    toast({ kind: 'success', title: t('codes:20001') });
    await refresh();
  };
  return { handIn, busy: move.isPending, progress: move.progress };
}
