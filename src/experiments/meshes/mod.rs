//! Experiments about two meshes: the cost of the trees in the Northeastern lecture (source 2) and in the
//! papers that it is based on.

pub mod path_query;
pub mod balance;
pub mod best_k;
pub mod construction;
pub mod cost_function;
pub mod descent;
pub mod distance;
pub mod front;
pub mod kdop_updates;
pub mod leaf_size;
pub mod obbtree_gap;
pub mod on_demand;
pub mod peers;
pub mod split_rules;
pub mod time_critical;
