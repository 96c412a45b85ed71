import { agreementOf } from '@assay/domain/loans/agreement.ts';
import type { LoanDecision } from '@assay/domain/loans/decide-loan.ts';
import { formatAmount } from '@assay/domain/money/amount.ts';
import { usdt } from '@assay/domain/money/assets.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/client/session.ts';
import { useWhileHere } from '../../../shared/while-here.ts';
import { useMoneyLabel } from '../../../shared/words/money-label.ts';
import { Button } from '../../../ui/button.tsx';
import { CancelButton } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SignaturePad } from '../../../ui/images/signature-pad.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useAgreementText } from '../use-loans.ts';
import { AgreementText } from './agreement-text.tsx';
import { useRequestLoan } from './use-request-loan.ts';

interface SignDialogProps {
  decision: LoanDecision;
  termId: string;
  onClose(): void;
  onRequested(): void;
}

/** The agreement with every figure, and the signature under it. What is signed here is what the server writes down, or nothing. */
export function SignDialog({ decision, termId, onClose, onRequested }: SignDialogProps) {
  const { t } = useTranslation(['loan', 'codes']);
  const onAccount = useMoneyLabel();
  const language = useSession((session) => session.language);
  const userName = useSession((session) => session.userInfo?.userName ?? '');
  const { data: text, error, isError, refetch } = useAgreementText();
  const [signature, setSignature] = useState<Blob | null>(null);
  const [tried, setTried] = useState(false);
  const asking = useRequestLoan();
  const done = useWhileHere(onRequested);
  const { request, busy } = asking;
  const sign = async () => {
    setTried(true);
    if (signature === null || text === undefined) return;
    const { terms, repaymentAmount } = decision;
    const asked = await request(
      {
        termId,
        amount: formatAmount(terms.principal, usdt),
        language,
        agreementVersion: text.version,
        seenRepayment: formatAmount(repaymentAmount, usdt),
      },
      signature,
    );
    if (asked) done();
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t('review')}
      description={t('sign.text')}
      onSubmit={() => {
        if (!busy) void sign();
      }}
      footer={
        <>
          <CancelButton move={asking} onClose={onClose}>
            {t('sign.back')}
          </CancelButton>
          <Button type="submit" look="primary" busy={busy}>
            {onAccount(t('sign.submit'))}
          </Button>
        </>
      }
    >
      {text === undefined ? (
        isError ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[5rem] w-full" />
        )
      ) : (
        <div className="flex flex-col gap-s5">
          <AgreementText agreement={agreementOf(text, language, userName, decision.terms)} />
          <SignaturePad
            label={t('sign.signature')}
            onChange={setSignature}
            disabled={busy}
            error={tried && signature === null ? t('codes:11064') : undefined}
          />
        </div>
      )}
    </Dialog>
  );
}
