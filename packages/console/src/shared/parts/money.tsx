import { Box } from '@mui/material';
import { useFormat } from '../words/format.ts';

/** An exact amount with its asset. */
export function Money({
  amount,
  asset,
  signed = false,
}: {
  amount: string | null | undefined;
  asset: string;
  signed?: boolean;
}) {
  const format = useFormat();
  const negative = amount?.startsWith('-') === true;
  return (
    <Box component="bdi" sx={{ whiteSpace: 'nowrap', color: signed && negative ? 'error.main' : undefined }}>
      {signed && !negative && amount !== '0' ? '+' : ''}
      {format.amount(amount)}{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.9em' }}>
        {asset}
      </Box>
    </Box>
  );
}
