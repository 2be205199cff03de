import { RedeemForm } from '#islands/redeem/RedeemForm.tsx';
import { Hydrated } from '#islands/shared/Hydrated.tsx';
import { useDialog } from '#islands/shared/useDialog.ts';
import { $redeemOpen, closeRedeem, openRedeem } from '#stores/account/redeemDialog.ts';

/** The content of the frame `redeem-dialog`. */
export function RedeemDialog({ loading }: { loading: string }) {
  useDialog('redeem-dialog', $redeemOpen, openRedeem, closeRedeem);
  return (
    <Hydrated label={loading}>
      <RedeemForm variant="dialog" />
    </Hydrated>
  );
}
