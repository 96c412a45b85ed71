import { ApiRefusal } from '@assay/contract/client.ts';
import type { Kyc } from '@assay/contract/endpoints/identity.ts';
import { isCode } from '@assay/contract/vocabulary/codes.ts';
import { type KycField, identityImages, sexes } from '@assay/contract/vocabulary/kyc.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useMove } from '../../shared/client/move.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { type Draft, type Errors, type Step, check, emptyDraft, errorsIn, fieldsOf, stepOf, steps } from './draft.ts';
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
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [errors, setErrors] = useState<Errors>({});
  const moved = useRef(false);
  const { submit, busy, progress, problem } = useHandIn(draft, (found) => {
    setErrors(found);
    const [field] = Object.keys(found);
    if (field !== undefined) go(stepOf(field));
  });

  // Whoever reads the screen hears where they are; the first step takes no focus from the page.
  const focus = useCallback((heading: HTMLHeadingElement | null) => {
    if (moved.current) heading?.focus();
  }, []);

  function go(to: Step) {
    moved.current = true;
    setStep(to);
  }
  const index = steps.indexOf(step);
  const change = (field: KycField, next: (draft: Draft) => Draft) => {
    setDraft(next);
    // A field that is edited is given the benefit of the doubt.
    setErrors(({ [field]: _, ...others }) => others);
  };
  const next = () => {
    const found = errorsIn(step, check(draft, kyc, today()), draft, kyc);
    setErrors(found);
    const following = steps[index + 1];
    if (Object.keys(found).length === 0 && following !== undefined) go(following);
  };
  const handIn = () => {
    const found = check(draft, kyc, today());
    const [field] = Object.keys(found);
    setErrors(found);
    if (field === undefined) void submit();
    else go(stepOf(field));
  };
  const before = steps[index - 1];
  const parts = { kyc, draft, errors, onChange: change };
  return (
    <form
      noValidate
      className="flex flex-col gap-s5 p-s5"
      onSubmit={(event) => {
        event.preventDefault();
        if (step === 'review') handIn();
        else next();
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
      {step === 'review' ? <ReviewStep {...parts} onGo={go} progress={progress} problem={problem} /> : null}
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

/** Sends the draft once, with its pictures. A refusal that names fields leads back to them. */
function useHandIn(draft: Draft, onErrors: (errors: Errors) => void) {
  const { t } = useTranslation('codes');
  const words = useTranslation('kyc').t;
  const move = useMove(calls.user.identification);
  const refresh = useRefreshKyc();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async () => {
    setProblem(null);
    const { person, documentType } = draft;
    const sex = sexes.find((one) => one === person.sex);
    const input = { ...person, sex, ...(documentType !== null && { documentType }) };
    const images = Object.fromEntries(
      identityImages.flatMap((name) => {
        const image = draft.images[name];
        return image === undefined ? [] : [[name, image] as const];
      }),
    );
    try {
      if ((await move.submit(input, { summary: words('title'), images })) === undefined) return;
      toast({ kind: 'success', title: t('20001') });
      await refresh();
    } catch (error) {
      const named = error instanceof ApiRefusal ? Object.entries(error.fields).filter(([, code]) => isCode(code)) : [];
      if (named.length > 0) onErrors(Object.fromEntries(named));
      setProblem(errorText(error));
    }
  };
  return { submit, busy: move.isPending, progress: move.progress, problem };
}
